import { X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../support/network/certificate';
import type { Certificate } from '../../support/network/certificate';
import { TunnelProxy } from '../../support/network/tunnelProxy';
import { sayYes } from '../../promises/desk/world';
import type { MessagePrompt, Prompt } from '../../support/editor/prompts';
import { ensurePacked } from '../../support/packed/ensurePacked';
import { brokerHost, NetworkDesk } from './networkDesk';

const notTrusted = 'the service’s certificate isn’t trusted, because this system doesn’t know who issued it';
const notTheOne = 'the service’s certificate isn’t the one you trusted';

// Packing takes a while, and so does the extension on real connections.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('the packed extension with a certificate that no authority signed', () => {
  let own: Certificate;
  let impostor: Certificate;
  let fingerprint: string;
  let desk: NetworkDesk;
  let proxy: TunnelProxy;

  beforeAll(() => {
    own = makeCertificate(brokerHost, { issuer: makeCertificate('authority.test') });
    impostor = makeCertificate(brokerHost);
    fingerprint = new X509Certificate(own.cert).fingerprint256;
  });

  afterEach(async () => {
    await desk.close();
    await proxy.close();
  });

  const start = async (settings: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    desk = await NetworkDesk.start({ certificate: own, trusted: [] });
    proxy = await TunnelProxy.start(desk.server.port);
    desk.profile.set('http.proxy', `http://127.0.0.1:${proxy.port}`);
    desk.profile.set('marketDesk.service.quoteFeedUrl', `wss://${brokerHost}/ws/quote`);
    for (const [key, value] of Object.entries(settings)) desk.profile.set(key, value);
  };

  /** The modal dialogs of the program, each answered with the button that matches `yes`, or closed. */
  const review = async (yes: RegExp | undefined): Promise<readonly MessagePrompt[]> => {
    const asked: MessagePrompt[] = [];
    await desk.window.play(
      'marketDesk.showCertificate',
      [],
      (prompt: Prompt) => {
        if (prompt.kind !== 'message') throw new Error(`asked by a ${prompt.kind}`);
        if (prompt.isModal) asked.push(prompt);
        prompt.press(prompt.isModal && yes !== undefined ? prompt.buttons.find((button) => yes.test(button)) : undefined);
      },
      30_000,
    );
    return asked;
  };
  const trust = async (): Promise<readonly MessagePrompt[]> => review(/^Trust This Certificate$/);
  const nothingArrived = (): void => {
    expect(desk.server.broker.arrivals).toEqual([]);
    expect(desk.server.frames).toEqual([]);
  };
  const report = async (): Promise<string> => {
    await desk.window.play(
      'marketDesk.diagnose',
      [],
      (prompt) => (prompt.kind === 'message' ? prompt.press(undefined) : prompt.close()),
      60_000,
    );
    return desk.window.opened.at(-1) ?? '';
  };
  const clock = (): string => JSON.stringify(desk.window.statusItems.filter(({ isShown }) => isShown));

  it('sends no credentials until the user trusts it, whatever the settings say about certificates', async () => {
    await start({ 'http.proxyStrictSSL': false });
    await desk.open();
    expect(await desk.signIn()).toContain(notTrusted);
    nothingArrived();
    const [question] = await review(undefined);
    expect(question).toMatchObject({ isModal: true, message: `Trust an unverified certificate of ${brokerHost}?` });
    // Enter presses the first button.
    expect(question?.buttons.slice(0, 2)).toEqual(['Don’t Trust', 'Trust This Certificate']);
    expect(question?.detail).toContain(`Subject: CN=${brokerHost}\nIssuer: CN=authority.test\nValid: `);
    expect(question?.detail).toContain(`SHA-256: ${fingerprint}`);
    expect(await desk.signIn()).toContain(notTrusted);
    nothingArrived();
  });

  it('works with the trusted certificate, says so where it matters, and stops when trust is revoked', async () => {
    await start();
    await desk.open();
    await trust();
    expect(await desk.signIn()).toBe('signed in');
    expect(await desk.showPositions()).toBe(true);
    expect(await desk.until(() => desk.server.frames.some((frame) => frame.includes('subscribe')))).toBe(true);
    expect(clock()).toMatch(/\$\(unlock\).*not verified\W+trusted by you alone/);
    expect(await report()).toMatch(/✗ TLS .*CERTIFICATE NOT VERIFIED[^\n]*Show Service Certificate…[^]*✓ Authenticated request/);

    const [question] = await review(/^Stop Trusting$/);
    expect(question?.detail).toBe(`SHA-256: ${fingerprint}`);
    expect(await desk.until(() => desk.server.openFeeds === 0)).toBe(true);
    desk.server.forget();
    expect(clock()).not.toContain('not verified');
    expect(await report()).toContain(notTrusted);
    nothingArrived();
  });

  it('sends nothing to an impostor, although the user trusts the service’s own certificate', async () => {
    await start();
    await desk.open();
    await trust();
    expect(await desk.signIn()).toBe('signed in');
    desk.server.show(impostor);
    desk.server.forget();
    expect(await report()).toContain(notTheOne);
    desk.profile.set('marketDesk.service.quoteFeedUrl', `wss://${brokerHost}/ws/quote?again`);
    await desk.showPositions();
    nothingArrived();
    const [question] = await review(undefined);
    expect(question?.detail).toContain('This isn’t the certificate that you trusted before.');
    expect(question?.detail).toContain(`SHA-256: ${new X509Certificate(impostor.cert).fingerprint256}`);
    desk.server.show(own);
    expect(await report()).toContain('✓ Authenticated request');
  });

  it('fails this test if the package trusts any certificate once it trusts one', async () => {
    await start();
    await desk.open([{ name: 'any certificate', find: /\w+\.fingerprint256===\w+\?/g, put: 'true?' }]);
    await trust();
    expect(await desk.signIn()).toBe('signed in');
    desk.server.show(impostor);
    desk.server.forget();
    await report();
    expect(desk.server.broker.arrivals.some(({ headers }) => headers.get('authorization') !== undefined)).toBe(true);
  });

  it('offers to review the certificate when the connection fails, and when a service is chosen', async () => {
    await start();
    desk.profile.state = JSON.stringify({ 'marketDesk.used': true });
    desk.profile.set('marketDesk.service.url', '');
    await desk.open();
    const asked: string[] = [];
    await desk.window.play(
      'marketDesk.connect',
      [],
      async (prompt) => {
        if (prompt.kind === 'text') {
          await prompt.enter(`https://${brokerHost}`);
          return;
        }
        asked.push(prompt.kind === 'message' ? prompt.message : prompt.title);
        if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => /^(Trust This Certificate|Connect)$/.test(button)));
        else sayYes(prompt);
      },
      60_000,
    );
    expect(asked.slice(0, 3)).toEqual([
      `Trust an unverified certificate of ${brokerHost}?`,
      `Connect Market Desk to ${brokerHost}?`,
      'How do you want to sign in?',
    ]);
    expect(await desk.until(() => desk.window.contextKeys.get('marketDesk.session') === 'signedIn')).toBe(true);
  });
});
