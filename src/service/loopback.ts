/** True for the names and addresses of this machine only. `hostname` as `URL.hostname` gives it. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
