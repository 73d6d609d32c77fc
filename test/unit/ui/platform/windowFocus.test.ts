import { expect, it } from 'vitest';
import { pacedDrawing } from '../../../../src/ui/platform/windowFocus';
import { editor } from '../../../support/editor/editor';
import { FakeTime } from '../../../support/machine/fakeTime';

it.each([
  [true, 10],
  [false, 2],
])('with the focus %j, a list is drawn at once and then %i times in a second of changes', async (isFocused, times) => {
  const time = new FakeTime();
  editor.setFocused(isFocused);
  let drawn = 0;
  const drawing = pacedDrawing(time, () => (drawn += 1));
  for (let ms = 0; ms < 1_000; ms += 20) {
    drawing.ask();
    await time.advance(20);
  }
  drawing.dispose();
  expect(drawn).toBe(1 + times);
});
