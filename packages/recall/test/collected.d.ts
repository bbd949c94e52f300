/**
 * A file of the collected recalls, parsed; they lie beside the checkout and not in it: null where they are not there. COLLECTED=none hides them,
 * so that a machine that has them can prove that the suite does without.
 */
export declare function collected(name: string): unknown;
