import type { FillRecord } from '../../../src/service/endpoints/tradingRecords';

/** A fill as a service lists it; everything can be changed. */
export function aFill(change: Partial<FillRecord> = {}): FillRecord {
  return {
    ...{ dealId: 'D-1', orderId: 'O-1', code: 'HK.00700', name: 'TENCENT', side: 'BUY', quantity: '100', price: '552.5', currency: '' },
    ...{ createdAt: '1795485600000000', updatedAt: '1795485600000000', counterBrokerId: '', counterBrokerName: '', status: 'OK' },
    unknown: {},
    ...change,
  };
}
