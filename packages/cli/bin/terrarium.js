#!/usr/bin/env node
console.log('terrarium');
