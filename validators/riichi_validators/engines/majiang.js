// Scores wins with @kobalab/majiang-core: JSON lines in and out, in the engine's own format.
const { Shoupai, Util, rule } = require('@kobalab/majiang-core');
const { createInterface } = require('readline');

createInterface({ input: process.stdin }).on('line', line => {
    const { shoupai, rongpai, rule: changed, param } = JSON.parse(line);
    const found = Util.hule(Shoupai.fromString(shoupai), rongpai,
                            Util.hule_param({ ...param, rule: rule(changed) }));
    console.log(JSON.stringify(found ?? null));
});
