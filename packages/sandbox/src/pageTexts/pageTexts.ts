import type { scopeDescriptions } from '../auth/scopes';

/** Every text of the sandbox's pages in one language. */
export interface PageTexts {
  readonly lang: 'en' | 'zh-CN' | 'zh-TW';
  /** The text after the product's name. */
  readonly sandbox: string;
  readonly footer: string;
  readonly developerPortal: string;
  readonly rejected: string;
  readonly consent: ConsentTexts;
  readonly back: BackTexts;
  readonly portal: PortalTexts;
  readonly key: KeyTexts;
  readonly approval: ApprovalTexts;
}

export interface ConsentTexts {
  readonly title: string;
  readonly question: (client: string) => string;
  readonly returnTo: (address: string) => string;
  readonly fullAddress: string;
  readonly signInAs: string;
  readonly permissions: string;
  readonly scopes: Readonly<Record<keyof typeof scopeDescriptions, string>>;
  readonly accountsOf: (user: string) => string;
  readonly liveAccount: (title: string) => string;
  readonly paperAccount: (title: string) => string;
  readonly everyAccount: string;
  readonly allow: string;
  readonly deny: string;
  readonly selectUser: string;
  readonly selectPermission: string;
  readonly cannotContinue: string;
  readonly repeated: (name: string) => string;
  readonly missing: (name: string) => string;
  readonly unknownClient: string;
  readonly unknownRedirect: string;
  readonly conflicting: string;
  readonly conflictingWhy: string;
  readonly expired: string;
  readonly expiredWhy: string;
}

export interface BackTexts {
  readonly signedIn: string;
  readonly signedInNext: string;
  readonly notSignedIn: string;
  readonly notSignedInNext: string;
  readonly returnToEditor: string;
  readonly nothingHappening: string;
  readonly pasteThis: string;
}

export interface PortalTexts {
  readonly intro: string;
  readonly user: string;
  readonly algorithm: string;
  readonly detect: string;
  readonly publicKey: string;
  readonly publicKeyHint: string;
  readonly create: string;
  readonly appKeyId: string;
  readonly created: (algorithm: string, user: string) => string;
  readonly selectUser: string;
}

/** What is wrong with a pasted key. */
export interface KeyTexts {
  readonly empty: string;
  readonly isPrivate: string;
  readonly notPem: string;
  readonly several: string;
  readonly notPublic: (label: string) => string;
  readonly incomplete: string;
  readonly unreadable: string;
  readonly unsupported: (type: string) => string;
  readonly size: (least: number, most: number, bits: number) => string;
  readonly otherAlgorithm: (actual: string, chosen: string) => string;
}

/** The page on which a change that asks for a browser is finished. */
export interface ApprovalTexts {
  readonly title: string;
  readonly explanation: string;
  readonly order: string;
  readonly sides: Readonly<Record<'BUY' | 'SELL' | 'SELL_SHORT' | 'BUY_BACK', string>>;
  readonly change: string;
  readonly account: string;
  readonly quantity: string;
  readonly price: string;
  readonly triggerPrice: string;
  readonly approve: string;
  readonly decline: string;
  readonly approved: string;
  readonly approvedNext: string;
  readonly declined: string;
  readonly declinedNext: string;
  readonly gone: string;
  readonly goneWhy: string;
}
