import { ensurePacked } from '../../support/packed/ensurePacked';
import { blankWebviews, forgetBlankWebviews } from './blankWebviews';

/** Before the first test: windows load the package, made of what is in `dist/`. */
export async function setup(): Promise<void> {
  await forgetBlankWebviews();
  await ensurePacked();
}

/** After the last one. */
export async function teardown(): Promise<void> {
  const said = await blankWebviews();
  if (said !== undefined) console.log(`\n${said}`);
}
