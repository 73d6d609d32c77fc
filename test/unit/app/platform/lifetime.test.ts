import { describe, expect, it } from 'vitest';
import { Lifetime } from '../../../../src/app/platform/lifetime';

describe('Lifetime', () => {
  it('disposes in reverse order, once', () => {
    const order: string[] = [];
    const lifetime = new Lifetime();
    for (const name of ['a', 'b', 'c']) lifetime.own({ dispose: () => void order.push(name) });
    lifetime.dispose();
    lifetime.dispose();
    expect(order).toEqual(['c', 'b', 'a']);
  });

  it('disposes of things at once that are added after its end', () => {
    const order: string[] = [];
    const lifetime = new Lifetime();
    lifetime.dispose();
    lifetime.own({ dispose: () => void order.push('late') });
    expect([lifetime.isDisposed, order]).toEqual([true, ['late']]);
  });

  it('continues after a failure and reports it', () => {
    const order: string[] = [];
    const lifetime = new Lifetime();
    lifetime.own({ dispose: () => void order.push('a') });
    lifetime.own({
      dispose: () => {
        throw new Error('b');
      },
    });
    expect(() => lifetime.dispose()).toThrow(AggregateError);
    expect(order).toEqual(['a']);
  });
});
