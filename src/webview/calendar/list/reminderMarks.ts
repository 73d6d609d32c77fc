import { releaseMoment } from '../../../domain/alerts/reminder';
import type { EventRow, RemindedRelease } from '../../../panel/calendar/calendarProtocol';

/** The rows with a reminder. */
export class ReminderMarks {
  #minutes: ReadonlyMap<string, number> = new Map();

  set(reminders: readonly RemindedRelease[]): void {
    const earliest = reminders.toSorted((one, other) => one.minutesBefore - other.minutesBefore);
    this.#minutes = new Map(earliest.map((reminder) => [keyOf(reminder), reminder.minutesBefore]));
  }

  minutesBefore(row: EventRow): number | undefined {
    return this.#minutes.size === 0 ? undefined : this.#minutes.get(keyOf(releaseMoment(row)));
  }
}

function keyOf({ name, timeMs }: { readonly name: string; readonly timeMs: number }): string {
  return `${String(timeMs)} ${name}`;
}
