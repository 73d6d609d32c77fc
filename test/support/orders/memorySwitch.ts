import { Emitter } from '../../../src/app/platform/emitter';
import { SendingStop } from '../../../src/app/orders/write/stop/sendingStop';
import type { SendMarks, SwitchFile, SwitchJournal } from '../../../src/app/orders/write/stop/sendingPorts';
import type { JournaledSwitch } from '../../../src/domain/orders/sendingSwitch';
import type { MachineClock } from '../../../src/app/platform/ports';
import { machineClock, machineTimers } from '../../../src/ui/platform/machineTime';

/** A switch shared by all windows of a test. */
export class MemorySwitch {
  text: string | undefined;
  canRead = true;
  marks = 0;
  readonly #changed = new Emitter<undefined>();
  readonly file: SwitchFile = {
    readNow: () => {
      if (!this.canRead) throw new Error('EACCES');
      return this.text;
    },
    write: async (text) => this.set(text),
    create: async (text) => {
      if (this.text === undefined) this.set(text);
    },
    spoil: async () => this.set(''),
    onDidChange: (listener) => this.#changed.event(() => listener()),
  };
  readonly signs: SendMarks = {
    put: async () => {
      this.marks += 1;
      let isUp = true;
      return async () => {
        if (isUp) this.marks -= 1;
        isUp = false;
      };
    },
    count: async () => this.marks,
  };

  word: JournaledSwitch = 'none';
  /** The second witness, as long as no test gives a journal. */
  journal: SwitchJournal = {
    switchWord: async () => ({ word: this.word, isSound: true }),
    append: async ({ kind }) => void (this.word = kind),
  };

  set(text: string): void {
    this.text = text;
    this.#changed.fire(undefined);
  }
}

/** The switch of one window, on a machine with real timers. */
export function memoryStop(shared = new MemorySwitch(), clock: MachineClock = machineClock): SendingStop {
  return new SendingStop({ file: shared.file, marks: shared.signs, journal: () => shared.journal, clock, timers: machineTimers });
}
