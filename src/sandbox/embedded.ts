/** Entry of the bundle that the extension loads to run the service inside the editor. */
export { startSandbox, type RunningSandbox } from './server';
export type { StartOptions } from './options';
