import { startPage } from '../shared/host';
import { SecurityPage } from './page';

startPage(SecurityPage);
