/** The nonces used with each key, remembered as long as their timestamps could still be accepted. */
export class NonceMemory {
  readonly #seen = new Map<string, number>();
  #nextCleaning = 0;

  /** @param windowMs - How long a nonce is remembered; at least twice the accepted clock offset. */
  constructor(private readonly windowMs: number) {}

  /** False if the key used the nonce within the window. */
  accept(keyId: string, nonce: string, nowMs: number): boolean {
    this.#clean(nowMs);
    const name = `${keyId} ${nonce}`;
    const expiresAt = this.#seen.get(name);
    if (expiresAt !== undefined && expiresAt > nowMs) return false;
    this.#seen.set(name, nowMs + this.windowMs);
    return true;
  }

  #clean(nowMs: number): void {
    if (nowMs < this.#nextCleaning) return;
    this.#nextCleaning = nowMs + this.windowMs;
    for (const [name, expiresAt] of this.#seen) if (expiresAt <= nowMs) this.#seen.delete(name);
  }
}
