// Handler: the type of a function that answers an address.

import type { RouteAnswer, RouteGroup, RouteInput, RouteName, routeGroups } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';

/** `signal` is aborted if the page ends its request before it is answered. */
export type Handler<Name extends RouteName> = (
  desk: Desk,
  input: RouteInput<Name>,
  signal: AbortSignal,
) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>;

/** The handlers of all routes of a group. */
export type Handlers<Group extends RouteGroup> = {
  readonly [Name in Extract<keyof (typeof routeGroups)[Group], RouteName>]: Handler<Name>;
};
