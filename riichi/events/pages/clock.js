// The clock of an event: the next of the times in the page's table, and the time until it.
for (const times of document.querySelectorAll("#times")) {
  const heads = [...times.tHead.rows[0].cells].map((cell) => cell.textContent);
  const moments = [...times.tBodies[0].rows].flatMap((row) => {
    const [day, session, ...clocks] = [...row.cells].map((cell) => cell.textContent);
    return clocks.map((time, place) => ({
      at: Date.parse(`${day}T${time}`), text: `${heads[1]} ${session}: ${heads[place + 2]} ${time}`,
    }));
  });
  const clock = document.createElement("p");
  clock.id = "clock";
  times.before(clock);
  const show = () => {
    const next = moments.find(({ at }) => at > Date.now());
    const left = next ? Math.ceil((next.at - Date.now()) / 1000) : 0;
    const parts = [left / 3600, (left / 60) % 60, left % 60];
    const digits = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
    clock.innerText = next ? `${next.text}\n${digits}` : "";
  };
  show();
  setInterval(show, 1000);
}
