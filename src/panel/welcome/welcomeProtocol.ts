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
  readonly strings: WelcomeStrings;
  readonly state: WelcomeState;
  /** The color of rising prices; empty for that of the text. */
  readonly up: PriceColors['up'];
}

/** Texts of the page in the display language. */
export interface WelcomeStrings {
  readonly title: string;
  readonly product: string;
  readonly picture: string;
  readonly pictureCaption: string;
  readonly about: string;
  readonly startSandbox: string;
  readonly aboutSandbox: string;
  readonly starting: string;
  readonly connect: string;
  readonly tour: string;
  readonly signedOut: string;
  readonly signIn: string;
  readonly setUpApiKey: string;
  readonly lapsed: string;
  readonly signInAgain: string;
  readonly waiting: string;
  readonly waitingHint: string;
  readonly copyLink: string;
  readonly tryAnotherWay: string;
  readonly cancel: string;
}

export interface ToWelcomePage {
  readonly state: WelcomeState;
}

export interface ToWelcomeHost {
  readonly ready: null;
  readonly act: { readonly action: WelcomeAction };
}
