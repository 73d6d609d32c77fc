import { createOrderProcess } from './orderProcess';

/** A window that changes one order on a disk that may be full. */
interface DiskSettings {
  readonly folder: string;
  readonly origin: string;
  readonly orderId: string;
}

function isSettings(value: unknown): value is DiskSettings {
  return typeof value === 'object' && value !== null && 'folder' in value && 'orderId' in value;
}

const settings: unknown = JSON.parse(process.argv[2] ?? '{}');
if (!isSettings(settings)) throw new Error('settings expected');
// A write beyond the limit fails as it would on a full disk, instead of ending the process.
process.on('SIGXFSZ', () => undefined);

const { folder, origin, orderId } = settings;
void createOrderProcess({ folder, origin, step: () => undefined })
  .change(orderId)
  .then((result) => {
    const word = result.kind === 'blocked' ? result.reason : result.outcome.kind;
    process.send?.({ kind: 'result', word, isRecorded: result.kind === 'settled' && result.isRecorded }, undefined, undefined, () =>
      process.exit(0),
    );
  });
