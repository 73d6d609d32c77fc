import { vi } from 'vitest';
import type { CalendarStrings } from '../../../src/panel/calendarStrings';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const { calendarStrings } = await import('../../../src/ui/calendar/calendarStrings');

/** The texts of the page as the extension makes them in English. */
export const strings: CalendarStrings = calendarStrings();
