// A script element on a club's own site, which a frame with the rules of `data-rules` replaces.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { rules = "", language = "en" } = script.dataset;
  const isOther = /^[a-z]{2,3}$/.test(language) && language !== "en";
  const page = new URL(isOther ? `embed.${language}.html` : "embed.html", script.src);
  page.hash = `r=${rules}`;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  frame.referrerPolicy = "no-referrer";
  frame.title = "Riichi mahjong";
  frame.src = page.href;
  frame.style.cssText = "width: 100%; max-width: 46rem; height: 24rem; border: 0";
  // A site counts as dark if its text is light, whatever the device prefers.
  const paint = () => {
    const [red, green, blue] = getComputedStyle(frame.parentElement).color.match(/[\d.]+/g).map(Number);
    const riichiDark = red * 0.3 + green * 0.6 + blue * 0.1 > 128;
    frame.contentWindow?.postMessage({ riichiDark }, "*");
  };
  frame.addEventListener("load", paint);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow) return;
    const height = Number(event.data?.riichiHeight);
    if (height > 0) frame.style.height = `${Math.min(Math.max(height, 60), 4000)}px`;
  });
  if (script.closest("body")) script.after(frame);
  else document.addEventListener("DOMContentLoaded", () => document.body.append(frame));
})();
