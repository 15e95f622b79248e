// Brand: makes ids of different things different types.

declare const brand: unique symbol;

/** A value of type `Value` that cannot be mistaken for another brand's. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
