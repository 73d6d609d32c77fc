import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { AccountDirectory, accountsIn, sandboxAccounts, sandboxUsers } from '../../../src/world/accounts';
import { initialOrders, needsTrigger } from '../../../src/world/orders/orders';
import { constituentsOf, plates } from '../../../src/securities/plates';
import { holdingsOf, positionRecord, valued } from '../../../src/world/positions';
import { createRandom } from '../../../src/random';
import { inventedSecurities, allSecurities } from '../../../src/securities/securities';
import { createWorld } from '../../../src/world/world';

const noon = Date.parse('2026-06-10T04:00:00Z');

describe('the random numbers of the sandbox', () => {
  it('depend only on the seed and the name', () => {
    const draw = (seed: number, name: string): readonly number[] => {
      const random = createRandom(seed, name);
      return Array.from({ length: 50 }, () => random.integer(0, 1_000_000));
    };
    expect(draw(1, 'a')).toEqual(draw(1, 'a'));
    expect(draw(1, 'a')).not.toEqual(draw(2, 'a'));
    expect(draw(1, 'a')).not.toEqual(draw(1, 'b'));
  });

  it('fill their range evenly', () => {
    const random = createRandom(7, 'even');
    const counts = new Map<number, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const drawn = random.integer(1, 5);
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(Math.min(...counts.values())).toBeGreaterThan(1_850);
  });

  it('cannot pick from an empty list', () => {
    expect(() => createRandom(1, 'x').pick([])).toThrow(RangeError);
  });
});

describe('the accounts of the sandbox', () => {
  it('have names in its language', () => {
    for (const language of ['zh-cn', 'zh-tw'] as const)
      for (const { title, firm } of accountsIn(language, sandboxAccounts)) expect(`${title} ${firm}`).not.toMatch(/[A-Za-z]/);
    expect(accountsIn('en', sandboxAccounts)).toEqual(sandboxAccounts);
  });

  it('belong to one user each', () => {
    const directory = new AccountDirectory(sandboxAccounts);
    expect(sandboxUsers.flatMap(({ id }) => directory.of(id))).toHaveLength(sandboxAccounts.length);
    expect(directory.of('ada').map(({ id }) => id)).toEqual(['SIM-1001', '8001']);
    expect(directory.of('lin').map(({ id }) => id)).toEqual(['SIM-1002', '8002']);
    expect(directory.find('8002')?.side).toBe('futures');
    expect(directory.of('nobody')).toEqual([]);
  });
});

describe('two worlds of one process', () => {
  it('have the calendar of their own seed, day, and language', () => {
    const given = [
      [1, noon, 'en'],
      [2, noon, 'en'],
      [1, noon + 40 * 86_400_000, 'en'],
      [1, noon, 'zh-cn'],
      [1, noon, 'en'],
    ] as const;
    const calendars = given.map(([seed, nowMs, language]) =>
      JSON.stringify(createWorld(seed, nowMs, { language }).calendar().search('', 4, false)),
    );
    expect(new Set(calendars).size).toBe(4);
    expect(calendars[4]).toBe(calendars[0]);
  });

  it('have the securities of their own seed', () => {
    for (const seed of [1, 2, 1]) {
      const world = createWorld(seed, noon);
      const [plate = expect.unreachable()] = plates;
      const invented = world.constituents(plate).at(-1);
      expect(world.findSecurity(invented?.code ?? '')).toEqual(invented);
    }
  });
});

describe('the instruments and plates of the sandbox', () => {
  it('have unique codes', () => {
    expect(new Set(allSecurities.map(({ code }) => code)).size).toBe(allSecurities.length);
    const invented = inventedSecurities(1, 'HK', 1_600);
    expect(new Set([...allSecurities, ...invented].map(({ code }) => code)).size).toBe(allSecurities.length + 1_600);
  });

  it.each(plates.map((plate) => [plate.code, plate] as const))(
    'give %s its size, each constituent once, all from its market',
    (_, plate) => {
      const list = constituentsOf(1, plate);
      expect(list).toHaveLength(plate.size);
      expect(new Set(list.map(({ code }) => code)).size).toBe(plate.size);
      expect(list.every(({ code }) => code.startsWith(`${plate.code.split('.')[0] ?? ''}.`))).toBe(true);
    },
  );

  it('have twelve plates, from 8 to 1,534 constituents', () => {
    const sizes = plates.map(({ size }) => size);
    expect(plates).toHaveLength(12);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([8, 1_534]);
    expect(plates.find(({ code }) => code === 'HK.BK1000')?.size).toBe(1_534);
  });
});

describe('the positions of the sandbox', () => {
  const { quotes } = createWorld(1, noon);

  it('follow from quantity, cost and price at any time', () => {
    for (const account of sandboxAccounts) {
      for (const holding of holdingsOf(1, account)) {
        for (const time of [noon, noon + 3_600_000, noon + 86_400_000]) {
          const record = positionRecord(valued(holding, quotes, time));
          const number = (field: string): Big => new Big(String(record[field]));
          const gain =
            record['pstn_type'] === 1 ? number('cost_price').minus(number('cur_price')) : number('cur_price').minus(number('cost_price'));
          // Of options, in shares.
          const units = number('qty').times(holding.security.type === 'OPTION' ? 100 : 1);
          expect(number('profit').eq(gain.times(units))).toBe(true);
          expect(number('mv').eq(number('cur_price').times(units))).toBe(true);
          expect(number('qty').gt(0)).toBe(true);
        }
      }
    }
  });

  it('of paper accounts belong to markets that the account lists; those of live accounts name none', () => {
    for (const account of sandboxAccounts.filter(({ kind }) => kind === 'simulated')) {
      expect(holdingsOf(1, account).filter(({ market }) => !account.markets.includes(market))).toEqual([]);
    }
  });

  it('include no short position in a mainland share', () => {
    const short = sandboxAccounts.flatMap((account) => holdingsOf(1, account)).filter(({ short: isShort }) => isShort);
    expect(short.length).toBeGreaterThan(5);
    expect(short.filter(({ security }) => /^S[HZ]\./.test(security.code))).toEqual([]);
  });
});

describe('the orders of the sandbox', () => {
  it('have a trigger exactly when the type needs one, and unique IDs', () => {
    const orders = initialOrders(noon);
    expect(new Set(orders.map(({ account, id }) => `${account}/${id}`)).size).toBe(orders.length);
    for (const order of orders) {
      expect(order.auxPrice !== '0', order.id).toBe(needsTrigger(order.type));
      expect(order.exchange).not.toBe('');
    }
  });
});

describe('a sandbox world', () => {
  it('finds every instrument and equals another of its seed', () => {
    const [one, two] = [createWorld(3, noon), createWorld(3, noon)];
    expect(one.findSecurity('HK.00700')?.name).toBe('TENCENT');
    expect(one.findSecurity('US.ESmain')?.type).toBe('FUTURES');
    expect(one.findSecurity('XX.NONE')).toBeUndefined();
    expect(one.orders.list('8001', noon)).toEqual(two.orders.list('8001', noon));
    for (const plate of plates) {
      expect(one.constituents(plate)).toEqual(two.constituents(plate));
    }
  });
});
