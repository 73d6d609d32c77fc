// Packs what is in dist/ for the tests that load the package.
import { ensurePacked } from './ensurePacked';

void ensurePacked();
