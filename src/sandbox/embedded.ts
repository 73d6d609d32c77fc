/** Entry of the bundle that the extension loads to run the service inside the editor. */
export { startSandbox } from './server';
