import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { MarketDesk1 } from '../../src/api';

interface Consumer {
  members(): readonly string[];
  connect(id: string): Promise<MarketDesk1 | undefined>;
  version(number: number): unknown;
}

describe('another extension', () => {
  it('gets the API in the version that it requests, and no data without the user’s consent', async () => {
    const found = vscode.extensions.getExtension<Consumer>('market-desk-tests.market-desk-consumer');
    assert.ok(found, 'the consumer is not loaded');
    const consumer = await found.activate();
    // The hook exists only in tests, and this window is one.
    assert.deepEqual(consumer.members(), ['getApi', 'load']);
    assert.throws(() => consumer.version(2), /no API version 2/);
    await assert.rejects(consumer.connect('nobody.knows'), /nobody\.knows/);
  });
});
