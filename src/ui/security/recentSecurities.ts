import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';

const most = 15;

export interface RecentSecurity {
  readonly symbol: string;
  /** Empty if unknown. */
  readonly name: string;
}

/** The securities that were opened last, the latest first; kept over restarts. */
export class RecentSecurities {
  constructor(private readonly state: StateStore) {}

  get all(): readonly RecentSecurity[] {
    const stored = this.state.get(stateKeys.recentSecurities);
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : [];
  }

  /** Empty if unknown. */
  nameOf(symbol: string): string {
    return this.all.find((recent) => recent.symbol === symbol)?.name ?? '';
  }

  async remember(security: RecentSecurity): Promise<void> {
    const [first] = this.all;
    const name = security.name === '' ? this.nameOf(security.symbol) : security.name;
    if (first?.symbol === security.symbol && first.name === name) return;
    const others = this.all.filter(({ symbol }) => symbol !== security.symbol);
    await this.state.set(stateKeys.recentSecurities, [{ symbol: security.symbol, name }, ...others].slice(0, most));
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
