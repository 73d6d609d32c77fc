import { describe, expect, it, vi } from 'vitest';
import { Front } from '../../../../../src/ui/platform/say/front';

function setUp() {
  const time = { ms: 10_000 };
  return { time, front: new Front(() => time.ms) };
}

describe('the place in front of the user', () => {
  it.each([20, 80, 180, 350, 500, 900])('is not free for a program %i ms after a question was answered', async (ms) => {
    const { time, front } = setUp();
    expect(front.isFree).toBe(true);
    let close: () => void = () => undefined;
    const asked = front.question(async () => new Promise<void>((resolve) => (close = resolve)));
    await Promise.resolve();
    expect(front.isFree).toBe(false);
    close();
    await asked;
    time.ms += ms;
    expect(front.isFree).toBe(false);
    time.ms += 1_000;
    expect(front.isFree).toBe(true);
  });

  it('is taken by pickers and inputs, also when one fails, and by a form in hand', async () => {
    const { time, front } = setUp();
    await front
      .during(async () => {
        expect(front.isFree).toBe(false);
        throw new Error('dismissed');
      })
      .catch(() => undefined);
    time.ms += 1_000;
    expect(front.isFree).toBe(true);
    let isInHand = true;
    const watched = front.watch(() => isInHand);
    expect(front.isFree).toBe(false);
    isInHand = false;
    expect(front.isFree).toBe(true);
    isInHand = true;
    watched.dispose();
    expect(front.isFree).toBe(true);
  });

  it.each([
    [5_000, 20, 2],
    [5_000, 499, 2],
    [5_000, 500, 1],
    // The second click of a double click, at any distance.
    [50, 900, 2],
    [400, 599, 2],
    [400, 600, 1],
  ])(
    'takes an answer to a question %i ms after a press, %i ms later, only if it could be meant: asks %i times',
    async (after, ms, times) => {
      vi.useFakeTimers();
      try {
        const front = new Front(() => Date.now());
        let asked = 0;
        const answerAfter = [ms, 3_000];
        front.pressed();
        await vi.advanceTimersByTimeAsync(after);
        const answered = front.careful(
          async (isAgain) => {
            expect(isAgain).toBe(asked > 0);
            await new Promise((resolve) => setTimeout(resolve, answerAfter[asked++]));
            // A press of something else can’t be the user’s while a dialog is open.
            front.pressed();
            return 'yes';
          },
          (answer) => answer === 'yes',
        );
        await vi.advanceTimersByTimeAsync(10_000);
        expect([await answered, asked]).toEqual(['yes', times]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('takes a way out at once', async () => {
    const { front } = setUp();
    front.pressed();
    const out = front.careful(
      async () => Promise.resolve('no'),
      (answer) => answer === 'yes',
    );
    expect(await out).toBe('no');
  });

  it('shows a question only when a double click that answered the one before it is over', async () => {
    vi.useFakeTimers();
    try {
      const front = new Front(() => Date.now());
      const shown: number[] = [];
      const ask = async (): Promise<void> => front.question(async () => void shown.push(Date.now()));
      await ask();
      const answered = Date.now();
      const second = ask();
      for (const clickMs of [20, 180, 350, 600, 900]) {
        await vi.advanceTimersByTimeAsync(answered + clickMs - Date.now());
        // The second click of a double click finds no question.
        expect(shown).toHaveLength(1);
      }
      await vi.advanceTimersByTimeAsync(200);
      await second;
      expect(shown).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
