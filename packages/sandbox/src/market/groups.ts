/** A list of securities that a user keeps. */
export interface UserGroup {
  readonly name: string;
  readonly type: 'CUSTOM' | 'SYSTEM';
  /** In the user's order. */
  readonly codes: readonly string[];
}

const seeded: Readonly<Record<string, readonly (readonly [name: string, codes: readonly string[]])[]>> = {
  ada: [
    ['Favorites', ['HK.00700', 'HK.09988', 'HK.03690', 'HK.01810', 'US.AAPL', 'US.NVDA', 'US.TSLA', 'SH.600519', 'JP.7203', 'SG.D05']],
    ['Banks', ['HK.00005', 'HK.00939', 'SH.600036', 'SH.601988', 'US.JPM', 'SG.D05', 'SG.O39']],
    ['Chips', ['US.NVDA', 'SH.688981', 'KR.005930']],
  ],
  lin: [
    ['Favorites', ['US.AAPL', 'US.MSFT', 'US.AMZN', 'US.GOOGL', 'HK.00700', 'CA.RY', 'AU.BHP']],
    ['Futures', ['US.ESmain', 'US.CLmain', 'US.GCmain', 'HK.HSImain']],
  ],
};
const markets: readonly (readonly [name: string, prefixes: readonly string[]])[] = [
  ['All', []],
  ['HK', ['HK']],
  ['US', ['US']],
  ['CN', ['SH', 'SZ']],
];

/** Builds the users' initial lists; only those of type CUSTOM can be changed. */
export function createUserGroups() {
  const custom = new Map(Object.entries(seeded).map(([user, groups]) => [user, new Map(groups)]));

  const customOf = (user: string): Map<string, readonly string[]> => custom.get(user) ?? new Map<string, readonly string[]>();

  function of(user: string): readonly UserGroup[] {
    const own = [...customOf(user)].map(([name, codes]) => ({ name, type: 'CUSTOM' as const, codes }));
    const all = [...new Set(own.flatMap(({ codes }) => codes))];
    const system = markets.map(([name, prefixes]) => ({
      name,
      type: 'SYSTEM' as const,
      codes: all.filter((code) => prefixes.length === 0 || prefixes.some((prefix) => code.startsWith(`${prefix}.`))),
    }));
    return [...own, ...system];
  }

  return {
    of,
    /** Appends securities to a group; those already in it keep their places. */
    add: (user: string, name: string, codes: readonly string[]): void => {
      const groups = customOf(user);
      groups.set(name, [...new Set([...(groups.get(name) ?? []), ...codes])]);
    },
    remove: (user: string, name: string, codes: readonly string[]): void => {
      const groups = customOf(user);
      groups.set(
        name,
        (groups.get(name) ?? []).filter((code) => !codes.includes(code)),
      );
    },
  };
}
