// What in-page.js defines in the page, for functions that tests hand to page.run().
declare const work: { modules: number };
declare function explorer(): any;
// course.test.js puts these into the page.
declare function focused(): any;
declare function settled(): Promise<void>;
declare function ready(): Promise<void>;
declare function within(selector: string): HTMLElement | null;
declare function middleOf(selector: string): { x: number; y: number };
declare function focusIsOn(selector: string): boolean;
declare function textOf(cell: Element): string;
declare function matrixTexts(element?: any): Record<string, string[][]>;
declare function put(values: Record<string, unknown>): Promise<any>;
declare function readText(selector: string): string;

// What soak-in-page.js defines.
declare function heldAtRest(): Promise<Record<string, number>>;
declare const wait: (time: number) => Promise<void>;
declare function removals(tag: string, count: number, seed: number): Promise<void>;

// They bring no types of their own.
declare module "madge";
declare module "subset-font";
declare module "selenium-webdriver";
declare module "selenium-webdriver/http/index.js";
