// Packs the extension into market-desk-<version>.vsix at the root and checks its contents; see build/packExtension.ts.
import 'tsx';

await import('./build/packExtension.ts');
