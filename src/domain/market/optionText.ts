import { groupDigits } from '../values/amount';

/** `{market}.{root}{yymmdd}{C or P}{strike × 1000}`, as the exchanges of options write it. */
const option = /^[A-Z]{2}\.(?<root>[A-Z]{1,6})(?<date>\d{6})(?<right>[CP])(?<strike>\d{3,9})$/;

/** `AAPL 281215 230.00C` for `US.AAPL281215C230000`; undefined for what is no option’s code. */
export function optionText(code: string): string | undefined {
  const { root, date, right, strike } = option.exec(code)?.groups ?? {};
  if (root === undefined || date === undefined || right === undefined || strike === undefined) return undefined;
  const digits = strike.padStart(4, '0');
  const [whole, fraction] = [digits.slice(0, -3).replace(/^0+(?=\d)/, ''), digits.slice(-3)];
  return `${root} ${date} ${groupDigits(`${whole}.${fraction.replace(/0$/, '')}`)}${right}`;
}

/** `AAPL 281215 230C`: the same where there is little space. */
export function briefOptionText(code: string): string | undefined {
  return optionText(code)?.replace(/\.00(?=[CP]$)/, '');
}
