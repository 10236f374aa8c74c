// The texts of a page's scripts, and its numbers, in its language. They come with the page (`script_texts.py`); a figure
// stands in braces.
const {texts, share: percent, separator} = JSON.parse(document.getElementById('texts').textContent);
const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);
const fill = (text, figures) => text.replace(/\{(\w+)\}/g, (whole, name) => figures[name] ?? whole);

export const phrase = (code, figures = {}) => fill(texts[code], figures);
// One whose form goes by the number of something.
export const counting = (code, count, figures = {}) => fill(texts[code][plurals.select(count)] ?? texts[code].other, {count: number(count), ...figures});
export const number = (value, digits = 0) => value.toLocaleString(language, {maximumFractionDigits: digits});
export const inPercent = number => fill(percent, {number});
export const listing = parts => parts.join(separator);
