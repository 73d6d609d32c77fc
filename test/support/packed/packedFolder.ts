import path from 'node:path';

/** Below the repository, from which every test is started. */
const root = path.resolve('dist-test', 'packed');

/** The extension as it ships: unpacked from what `npm run package` made of the build. See `ensurePacked`. */
export const packedFolder = path.join(root, 'extension');

/** The package itself. */
export const packedFile = path.join(root, 'market-desk.vsix');
