import { isRecord } from '../../panel/platform/messages';
import { recordKinds, recordsTabs } from '../../panel/records/recordsProtocol';
import type { RecordKind, RecordsTab } from '../../panel/records/recordsProtocol';

/** The user's choices on the page; they survive hiding, closing and a reload. */
export interface RecordsViewState {
  readonly tab: RecordsTab;
  readonly filter: string;
  /** Empty for all. */
  readonly kind: RecordKind | '';
}

const initialViewState: RecordsViewState = { tab: 'orders', filter: '', kind: '' };

/** Parses stored state; invalid values are replaced by the defaults. */
export function readViewState(stored: unknown): RecordsViewState {
  if (!isRecord(stored)) return initialViewState;
  const tab = recordsTabs.find((candidate) => candidate === stored['tab']) ?? initialViewState.tab;
  const kinds: readonly RecordKind[] = recordKinds[tab];
  return {
    tab,
    filter: typeof stored['filter'] === 'string' ? stored['filter'].slice(0, 200) : '',
    kind: kinds.find((candidate) => candidate === stored['kind']) ?? '',
  };
}
