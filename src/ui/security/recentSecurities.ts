import type { StateStore } from '../../app/platform/ports';

const key = 'security.recent';
const most = 15;

export interface RecentSecurity {
  readonly symbol: string;
  /** Empty where it is not known. */
  readonly name: string;
}

/** Securities that were opened last, the latest first; kept over restarts. */
export class RecentSecurities {
  constructor(private readonly state: StateStore) {}

  get all(): readonly RecentSecurity[] {
    const stored = this.state.get(key);
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : [];
  }

  async remember(security: RecentSecurity): Promise<void> {
    const [first] = this.all;
    const name = security.name === '' ? (this.all.find(({ symbol }) => symbol === security.symbol)?.name ?? '') : security.name;
    if (first?.symbol === security.symbol && first.name === name) return;
    const others = this.all.filter(({ symbol }) => symbol !== security.symbol);
    await this.state.set(key, [{ symbol: security.symbol, name }, ...others].slice(0, most));
  }
}

function isRecent(value: unknown): value is RecentSecurity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'symbol' in value &&
    typeof value.symbol === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
