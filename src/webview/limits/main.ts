import { startPage } from '../shared/host';
import { LimitsPage } from './page';

startPage(LimitsPage);
