import { describe } from 'vitest';
import { economicCalendar } from './calendar/calendar';
import { releasesOfToday, shiftToWednesday } from './calendar/releases';
import { placingOrders } from './orders/place';
import { securityPage } from './security/security';
import { loadedAgain } from './session/reload';
import { useConnectedDesk } from './support/connectedDesk';

describe('a window on a day with releases, on its own service', () => {
  const clockShiftMs = shiftToWednesday();
  const now = (): number => Date.now() + clockShiftMs;
  const window = useConnectedDesk({ alwaysOpen: true, wallClock: now }, { clockShiftMs });

  describe('the economic calendar', () => economicCalendar(window));
  describe('the page of a security', () => securityPage(window));
  describe('the Today view on a day with releases', () => releasesOfToday(window, now));
  // An order whose change is unknown stays locked.
  describe('a window that is loaded again', () => loadedAgain(window));
  // Cancels all orders, many of which then wait for the user.
  describe('placing orders', () => placingOrders(window));
});
