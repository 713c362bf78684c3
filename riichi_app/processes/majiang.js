// Wins scored by @kobalab/majiang-core: a line of JSON in, a line of JSON out, in the program's own words.
const { Shoupai, Util, rule } = require('@kobalab/majiang-core');
const { createInterface } = require('readline');

createInterface({ input: process.stdin }).on('line', line => {
    const { shoupai, rongpai, rule: changed, param } = JSON.parse(line);
    const found = Util.hule(Shoupai.fromString(shoupai), rongpai,
                            Util.hule_param({ ...param, rule: rule(changed) }));
    console.log(JSON.stringify(found ?? null));
});
