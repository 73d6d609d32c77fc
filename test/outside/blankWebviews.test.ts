import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDesk } from './support/desk';
import type { Desk } from './support/desk';
import { Workbench } from './support/workbench';

/** The innermost document of every webview. */
const documents = '**/webview/browser/pre/fake.html*';

describe('a webview whose document never comes', () => {
  let desk: Desk;
  let workbench: Workbench;
  const noted: string[] = [];

  beforeAll(async () => {
    desk = await openDesk({ theme: 'dark' });
    // Apart from those of the run, because these are planted.
    workbench = new Workbench(desk.host.page, async (marker) => void noted.push(marker));
  });
  beforeEach(() => void noted.splice(0));
  afterAll(async () => desk.host.close());

  it('is opened again by the test that waits for it, and counted', async () => {
    let asked = 0;
    await desk.host.browserContext.route(documents, async (route) => (asked++ === 0 ? route.abort() : route.continue()));
    await workbench.welcome();
    expect({ asked, noted }).toEqual({ asked: 2, noted: ['welcome-page main'] });
    await desk.host.browserContext.unroute(documents);
  });

  it('fails the test when it does not come three times', async () => {
    await desk.host.browserContext.route(documents, async (route) => route.abort());
    await workbench.runCommand('View: Close Primary Side Bar');
    await expect(workbench.welcome()).rejects.toThrow('The document never came of welcome-page main');
    expect(noted.length).toBe(2);
    await desk.host.browserContext.unroute(documents);
  });
});
