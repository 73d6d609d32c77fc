// Builds every bundle of the extension into dist/; `--watch` builds again on change. The build itself is TypeScript, in scripts/build/.
import 'tsx';

await import('./scripts/build/build.ts');
