import { describe, expect, it } from 'vitest';
import { FakeTime } from '../../../../support/machine/fakeTime';

const { ModelTree } = await import('../../../../../src/ui/platform/trees/treeModel');
const { DrawnDay } = await import('../../../../../src/ui/positions/registerPositions');
type Rows = Parameters<InstanceType<typeof ModelTree>['show']>[0];

describe('the day’s P&L in the header', () => {
  it('changes together with its row', async () => {
    const time = new FakeTime();
    const tree = new ModelTree(time);
    const heads: string[] = [];
    const day = new DrawnDay(tree, () => heads.push(day.text));
    const show = (text: string, other = ''): string => {
      const row = (id: string, face: string): Rows[number] => ({
        id,
        face,
        steady: '',
        ...(id.startsWith('day/') ? { isSum: true as const } : {}),
        item: () => ({}),
      });
      day.take(text);
      tree.show([row('day/live', text), row('position', other)]);
      return day.text;
    };
    expect(show('day +1')).toBe('day +1');
    expect(show('day +2')).toBe('day +2');
    expect(show('day +3', 'another price')).toBe('day +2');
    expect(heads).toEqual(['day +1', 'day +2']);
    await time.advance(2_000);
    expect(heads).toEqual(['day +1', 'day +2', 'day +3']);
    expect(show('')).toBe('');
    day.dispose();
  });
});
