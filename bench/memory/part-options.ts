// Part options: what each part of the memory's measurements is told.

export interface PartOptions {
  /** Empty, and removed after the part. */
  readonly folder: string;
  readonly mostEvents: number;
}
