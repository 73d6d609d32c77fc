import * as l10n from '@vscode/l10n';
import type { Surprise } from '../../../domain/calendar/surprise';

/** How an actual value compares with its forecast, in neutral words. */
export function surpriseWord(surprise: Surprise): string {
  switch (surprise) {
    case 'above':
      return l10n.t('Above');
    case 'below':
      return l10n.t('Below');
    case 'inLine':
      return l10n.t('In line');
  }
}

/** The label of the bell at a release. */
export function reminderText(minutesBefore: number): string {
  return l10n.t({
    message: 'Reminder {0} min before',
    args: [minutesBefore],
    comment: ['Name of the bell at an event. {0} is a number.'],
  });
}
