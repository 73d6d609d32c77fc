import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDesk } from './support/desk';
import type { Desk } from './support/desk';
import { patient } from './support/patience';
import { Workbench } from './support/workbench';

/** The innermost document of every webview. */
const documents = '**/webview/browser/pre/fake.html*';

/** What the tests themselves rely on: with the long tests, and before that when it changes. */
describe.runIf(process.env['MARKET_DESK_LONG'] !== undefined)('a webview whose document never arrives', () => {
  let desk: Desk;
  const noted: string[] = [];
  // Counted apart from those of the run, because these are planted; a blocked document needs no long wait.
  const workbench = (patience: number): Workbench =>
    new Workbench(desk.host.page, { note: async (marker) => void noted.push(marker), patience });

  beforeAll(async () => {
    desk = await openDesk({ theme: 'dark' });
  });
  beforeEach(() => void noted.splice(0));
  afterAll(async () => desk.host.close());

  it('is reopened by the test that waits for it, and counted', async () => {
    // However often the editor itself requests it meanwhile.
    await desk.host.browserContext.route(documents, async (route) => (noted.length === 0 ? route.abort() : route.continue()));
    await workbench(patient(7_000)).welcome();
    expect(noted).toEqual(['welcome-page main']);
    await desk.host.browserContext.unroute(documents);
  });

  it('fails the test if it does not arrive three times', async () => {
    await desk.host.browserContext.route(documents, async (route) => route.abort());
    await desk.workbench.runCommand('View: Close Primary Side Bar');
    await expect(workbench(patient(2_000)).welcome()).rejects.toThrow('The document never came of welcome-page main');
    expect(noted.length).toBe(2);
    await desk.host.browserContext.unroute(documents);
  });
});
