// The version of the package, put in by tools/bundle.js.
declare const PACKAGE_VERSION: string | undefined;
