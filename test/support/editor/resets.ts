/** What begins anew with each test, if the test has loaded it. */
export const resets: { readonly before: () => void; readonly after: () => void }[] = [];
