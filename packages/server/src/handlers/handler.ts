// Handler: the type of a function that answers an address.

import type { RouteAnswer, RouteInput, RouteName } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';

/** `signal` is aborted if the page ends its request before it is answered. */
export type Handler<Name extends RouteName> = (
  desk: Desk,
  input: RouteInput<Name>,
  signal: AbortSignal,
) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>;

export type Handlers<Prefix extends string = ''> = {
  readonly [Name in RouteName as Name extends `${string}${Prefix}${string}` ? Name : never]: Handler<Name>;
};
