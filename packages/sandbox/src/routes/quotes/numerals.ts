import { LosslessNumber, stringify } from 'lossless-json';
import type { SandboxRequest } from '../../types';
import { fixed, fixedText } from '../../decimalText';
import { answerQuote } from '../envelopes';

/** A price as a JSON numeral with all its digits: 562500 with 3 digits is `562.500`. */
export function numeral(units: number | bigint, digits: number): LosslessNumber {
  return new LosslessNumber(fixedText(fixed(units, digits)));
}

/** A fraction as a numeral of three places. */
export function ratio(value: number): LosslessNumber {
  return new LosslessNumber((Number.isFinite(value) ? value : 0).toFixed(3));
}

/** A whole number larger than common JSON parsers keep. */
export function longNumeral(value: bigint): LosslessNumber {
  return new LosslessNumber(value.toString());
}

/** As {@link answerQuote}, for responses that contain numerals. */
export async function answerNumerals(context: SandboxRequest, body: () => object): Promise<Response> {
  return answerQuote(context, 'ret_code', body, (answer) => stringify(answer) ?? '');
}
