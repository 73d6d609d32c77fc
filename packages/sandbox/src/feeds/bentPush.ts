import type { PushFault } from './feedFaults';

type Rewriting = Extract<
  PushFault,
  { readonly kind: 'unknownType' | 'textPrices' | 'nullPrices' | 'shiftTime' | 'stranger' | 'oversize' | 'say' }
>;

const prices = /"((?:[a-z_]*_)?price|price|high|low|change_val)":(-?\d+(?:\.\d+)?)/g;
const times = /"(timestamp|data_time_ms|time_ms|time_key)":(\d+)/g;
const defaultOversize = 5 * 1024 * 1024;

/** The frame of a push, as changed by a fault. */
export function bentPush(frame: string, action: Rewriting): string {
  switch (action.kind) {
    case 'unknownType':
      return frame.replace(/"type":"[A-Z_]+"/, `"type":${JSON.stringify(action.type ?? 'HOROSCOPE')}`);
    case 'textPrices':
      return frame.replace(prices, '"$1":"$2"');
    case 'nullPrices':
      return frame.replace(prices, '"$1":null');
    case 'shiftTime':
      return frame.replace(times, (_, name: string, time: string) => `"${name}":${String(Number(time) + action.ms)}`);
    case 'stranger':
      return frame.replace(/"symbol":"[^"]*"/, `"symbol":${JSON.stringify(action.symbol ?? 'XX.STRANGER')}`);
    case 'oversize':
      return frame.replace(/}$/, `,"padding":"${'x'.repeat(action.bytes ?? defaultOversize)}"}`);
    case 'say':
      return action.text;
  }
}
