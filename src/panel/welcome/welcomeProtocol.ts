import type { PriceColors } from '../platform/priceColors';

/** What the user can do on the welcome page. */
export const welcomeActions = ['startSandbox', 'connect', 'signIn', 'setUpApiKey', 'copyLink', 'tryAnotherWay', 'cancel', 'tour'] as const;
export type WelcomeAction = (typeof welcomeActions)[number];

/** Where the user stands on the way to being signed in. */
export interface WelcomeState {
  /** `none`: no service is chosen; `lapsed`: the service ended the session; `waiting`: the browser is open. */
  readonly kind: 'none' | 'signedOut' | 'lapsed' | 'waiting';
  /** While waiting: there is another way for the browser to come back. */
  readonly hasAnotherWay: boolean;
  /** The sandbox is on its way. */
  readonly isStarting: boolean;
}

/** What the page is drawn from at once, without asking for it. */
export interface WelcomeBoot {
  readonly state: WelcomeState;
  /** The color of rising prices; empty for that of the text. */
  readonly up: PriceColors['up'];
}

export interface ToWelcomePage {
  readonly state: WelcomeState;
}

export interface ToWelcomeHost {
  readonly ready: null;
  readonly act: { readonly action: WelcomeAction };
}
