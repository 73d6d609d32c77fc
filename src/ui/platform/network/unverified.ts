import type { TrustedCertificates } from '../../../app/session/trustedCertificates';

type Source = Pick<TrustedCertificates, 'of'>;

/** Services that are connected to although their certificate cannot be verified; none until the program sets the source. */
class Unverified {
  #source: Source | undefined;

  follow(source: Source): void {
    this.#source = source;
  }

  /** @param service - Its base URL. */
  has(service: string): boolean {
    return URL.canParse(service) && this.#source?.of(new URL(service).origin) !== undefined;
  }
}

export const unverified = new Unverified();
