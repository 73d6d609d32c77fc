import { vi } from 'vitest';
import type { CalendarStrings } from '../../../../src/panel/calendar/calendarStrings';

vi.mock('vscode', async () => ({ l10n: await import('../../../support/editor/l10nText') }));

const { calendarStrings } = await import('../../../../src/ui/calendar/calendarStrings');

/** The texts of the page as the extension makes them in English. */
export const strings: CalendarStrings = calendarStrings();
