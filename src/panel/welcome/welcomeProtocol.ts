import type { PriceColors } from '../platform/priceColors';
import { isNull, isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** What the user can do on the welcome page. */
export const welcomeActions = ['startSandbox', 'connect', 'signIn', 'accounts', 'copyLink', 'tryAnotherWay', 'cancel', 'tour'] as const;
export type WelcomeAction = (typeof welcomeActions)[number];

/** The current step toward being signed in. */
export interface WelcomeState {
  /** `none`: no service is chosen; `lapsed`: the service ended the session; `waiting`: the browser is open. */
  readonly kind: 'none' | 'signedOut' | 'lapsed' | 'waiting';
  /** The host of the service in the settings; empty for the sandbox. */
  readonly service: string;
  /** While waiting: the browser can return in another way. */
  readonly hasAnotherWay: boolean;
  /** The sandbox is starting. */
  readonly isStarting: boolean;
}

/** The data that the page is first drawn from, without requesting it. */
export interface WelcomeBoot {
  readonly state: WelcomeState;
  /** The color of rising prices; empty for the text color. */
  readonly up: PriceColors['up'];
}

export interface ToWelcomePage {
  readonly state: WelcomeState;
}

export interface ToWelcomeHost {
  readonly ready: null;
  readonly act: { readonly action: WelcomeAction };
}

/** Shape checks of the page's messages. */
export const welcomeHostGuards: Guards<ToWelcomeHost> = {
  ready: isNull,
  act: (body): body is ToWelcomeHost['act'] => isRecord(body) && welcomeActions.some((action) => action === body['action']),
};
