export * from './fakeVscode';
