import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Papa from 'papaparse';
import * as vscode from 'vscode';
import { signIn } from './signIn';

const plates = (): readonly string[] => vscode.workspace.getConfiguration('marketDesk').get('plates', []);

describe('positions, plates and trading days', () => {
  let folder = '';

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-views-'));
    await signIn();
  });
  after(async () => {
    await vscode.workspace.getConfiguration('marketDesk').update('plates', undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true });
  });

  it('exports positions as CSV with every field', async () => {
    const file = path.join(folder, 'positions.csv');
    await vscode.commands.executeCommand('marketDesk.positions.export', vscode.Uri.file(file));
    const { data, meta } = Papa.parse<Record<string, string>>((await readFile(file, 'utf8')).slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    // Fields that the code does not know follow these.
    assert.deepEqual(
      meta.fields?.slice(0, 24),
      [
        [
          'accountId',
          'accountKind',
          'positionId',
          'side',
          'market',
          'symbol',
          'name',
          'quantity',
          'availableQuantity',
          'price',
          'costPrice',
        ],
        [
          'averageBuyPrice',
          'marketValue',
          'profit',
          'profitRatioPercent',
          'costBasis',
          'unrealizedProfit',
          'realizedProfit',
          'dayProfit',
          'dayProfitFrom',
          'currency',
          'updatedAt',
          'listIsComplete',
          'missing',
        ],
      ].flat(),
    );
    assert.ok(data.length >= 20, `${String(data.length)} rows`);
    assert.ok(data.some((row) => row['accountId'] === 'SIM-1001' && row['side'] === 'short'));
    for (const row of data) assert.match(row['profit'] ?? '', /^-?\d+(\.\d+)?$/);
  });

  it('exports positions as JSON', async () => {
    const file = path.join(folder, 'positions.json');
    await vscode.commands.executeCommand('marketDesk.positions.export', vscode.Uri.file(file));
    const document = JSON.parse(await readFile(file, 'utf8')) as { accounts: { id: string; positions: { symbol: string }[] }[] };
    assert.deepEqual(
      document.accounts.map(({ id }) => id),
      ['SIM-1001', '8001'],
    );
    assert.ok(document.accounts.every(({ positions }) => positions.length > 0));
  });

  it('adds a plate by its ID, once, and removes it', async () => {
    // Until the user chooses, the sandbox has plates of its own.
    await vscode.workspace.getConfiguration('marketDesk').update('plates', [], vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('marketDesk.plates.add', 'hk.BK1000');
    await vscode.commands.executeCommand('marketDesk.plates.add', 'HK.BK1000');
    assert.deepEqual(plates(), ['HK.BK1000']);
    await vscode.commands.executeCommand('marketDesk.plates.refresh', 'HK.BK1000');
    await vscode.commands.executeCommand('marketDesk.plates.loadMore', 'HK.BK1000');
    await vscode.commands.executeCommand('marketDesk.plates.remove', 'HK.BK1000');
    assert.deepEqual(plates(), []);
  });

  it('adds nothing that is not a plate ID', async () => {
    await vscode.commands.executeCommand('marketDesk.plates.add', 'HK.BK1000');
    await vscode.commands.executeCommand('marketDesk.plates.add', 'no plate');
    assert.deepEqual(plates(), ['HK.BK1000']);
    await vscode.commands.executeCommand('marketDesk.plates.remove', 'HK.BK1000');
  });

  it('shows trading days in a single tab of their own', async () => {
    await vscode.commands.executeCommand('marketDesk.tradingDays.show', { market: 'HK', from: '2026-12', to: '2027-01' });
    await vscode.commands.executeCommand('marketDesk.tradingDays.show', { market: 'US', from: '2026-12' });
    // The editor updates its list of tabs a little later.
    const labels = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).filter((label) => label.endsWith('Trading Days'));
    for (let attempt = 0; attempt < 100 && labels()[0] !== 'US Trading Days'; attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(labels(), ['US Trading Days']);
  });
});
