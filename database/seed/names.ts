// Invented people: given names are common ones, family names are drawn from places, plants and trades, so that a list
// of claimants reads as what it is, a demonstration.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const womensNames = words(`
  Ada Aisha Alma Amara Anita Beatriz Bianca Camila Carmen Celeste Chiara Clara Clementine Dalia Delphine Dolores Edith
  Elena Eloise Esther Fatima Flora Gemma Giselle Greta Harriet Hazel Helena Imogen Inez Ingrid Isadora Ivy Jocelyn
  Josefina Juniper Kamala Keiko Lakshmi Leona Lila Linh Lorena Lucia Mabel Magnolia Maren Maribel Marisol Maxine Mei
  Mercedes Minerva Nadia Naomi Nia Noemi Octavia Odette Olive Ottoline Paloma Penelope Philippa Priya Ramona Renata
  Rosalind Rosario Ruby Sabina Saoirse Selma Serena Simone Sofia Soledad Sunita Tamsin Tatiana Thea Thuy Ursula Valeria
  Vera Viola Wanda Wilhelmina Winifred Xiomara Yara Yesenia Yuki Zainab Zora
`)

export const mensNames = words(`
  Abel Adrian Ahmed Alonzo Ambrose Amir Anders Ansel Arturo Augustin Barnaby Basil Benedict Bram Caleb Cassius Cedric
  Clayton Cormac Cyrus Dario Dashiell Demetrius Desmond Diego Dimitri Edmund Eduardo Elias Emil Enrique Ephraim Ezra
  Felix Fergus Fidel Franklin Gideon Giovanni Gregor Hakim Hamish Hector Henrik Hugo Ibrahim Idris Ignacio Isaac Ivan
  Jabari Jasper Javier Jerome Joaquin Jonah Julius Kenji Kofi Lars Leander Leopold Lionel Lorenzo Luther Magnus Malik
  Marcellus Mateo Mordecai Moses Nathaniel Nestor Nikolai Omari Orlando Oscar Otis Percival Quentin Rafael Rajesh Ramon
  Reuben Rocco Roland Rufus Samir Santiago Silas Soren Stellan Tariq Thaddeus Tobias Tomas Ulises Vernon Vikram Walter
  Wendell Winston Xavier Yusuf Zachariah
`)

export const familyNames = words(`
  Abernook Aldersgate Alvarez-Pond Amberly Anchorage Applegarth Ashdown Ashgrove Barleycorn Bayliss Beechwood Bellweather
  Birchfield Blackthorn Bluestone Bramblewick Brightwater Brookmere Buckthorn Burrowes Calderwood Candlish Carrowmore
  Cedarholm Chandlery Cinderford Claybourne Cloverdale Cobblestone Coldbrook Copperfield Coppersmith Cordwainer Cranmoor
  Crestwell Crossfield Dalewood Darrowby Deepwell Dewberry Dovecote Driftwood Drummondale Eastbrook Eaglesham Elderfield
  Elmsworth Emberley Everhart Fairbourne Fallowfield Farthing Fennimore Fernsby Fieldstone Finchley Flintlock Foxglove
  Galloway-Reed Garrowby Gladstane Glasswright Goldcrest Goosefield Graymoor Greenbough Gristmill Grovesend Hackberry
  Halloran-Pike Harbinger Harrowgate Hartwell Hawksmoor Hazelmere Heatherfield Hedgecock Heronswood Hollowell Holloway
  Honeywell Hopewood Hornbeam Ironwood Ivywell Juniperson Kestrelton Kettleworth Kingfisher Kirkbride Lamplighter
  Larkspur Laurelton Leatherby Lightfoot Lindenmoor Linnet Lockridge Longacre Loxley Maplethorpe Marchbanks Marigold
  Marlowe Meadowcroft Merriweather Millbrook Millstone Mistlethwaite Moonfield Moorcroft Mossgrove Mulberry Nettlefold
  Nightingale Northcott Oakhurst Oatfield Orchardson Osprey Otterburn Owlsworth Partridge Peartree Pebbleton Pennywhistle
  Peppercorn Pickering Pinecrest Plowright Plumtree Pondsworth Quarrington Quillfeather Ravenscroft Reedsmith Ridgeway
  Ringrose Riverstone Roanfield Robinswood Rookwood Rosewarne Rowanberry Rushmere Ryecroft Saddler Saltmarsh Sandpiper
  Seabright Sedgewick Shearwater Shellcross Silverbirch Skylark Slatewood Snowdrop Sparrowhawk Springfield-Vale Starling
  Stonebridge Stonecrop Stormcloud Summerhayes Swallowtail Sycamore Tanglewood Tarrant-Moss Teasdale Thistlewood Thornbury
  Tidewater Tillerson Timberlake Underhill Vinewood Wainwright Walnutley Waterford Wayfarer Weatherby Wellspring
  Westerly Wheelwright Whitcombe Whitethorn Wickersham Wildrose Willowby Winterbourne Wintergreen Woodbine Woolcott
  Wrenfield Yarrow Yellowhammer
  Arbolverde Aguaclara Campofrio Casagrande Delmonte Floresta Lunares Montealegre Palomares Pinares Rioblanco Rosales
  Sotomayor Valleverde Vistahermosa Zapatero
`)

export const streetNames = words(`
  Alder Anchor Apple Ash Aspen Barn Beacon Birch Bridge Brook Canal Cedar Chapel Cherry Clover Copper Cottage Creek
  Crescent Dogwood Elm Fern Ferry Field Forge Garden Glen Granite Grove Harbor Hawthorn Hickory Hill Juniper Lake Laurel
  Linden Locust Magnolia Maple Meadow Mill Mulberry Oak Orchard Park Pearl Pine Poplar Prairie Quarry River Rose Sage
  Spruce Station Sycamore Valley Vine Walnut Willow
`)

export const streetKinds = ['St', 'Ave', 'Rd', 'Ln', 'Dr', 'Ct', 'Way', 'Blvd'] as const

/** Made-up employers by trade; a group belongs to one. */
export const employerNames = [
  'Delta Freight Co',
  'Harborline Shipping',
  'Copper Canyon Mining',
  'Bluebird Bakeries',
  'Granite State Builders',
  'Evergreen Timber Works',
  'Sunrise Care Homes',
  'Lakeside School District',
  'Ironbridge Fabrication',
  'Prairie Wind Power',
  'Silver Fox Logistics',
  'Meadowlark Foods',
  'Cardinal Roofing',
  'Northstar Airlines Ground',
  'Orchard Valley Packing',
  'Beacon Hospital Group',
  'Stonewall Masonry',
  'Tidewater Seafood',
  'Red Mesa Ranches',
  'Quicksilver Couriers',
  'Maple Leaf Landscaping',
  'Anchor Point Marina',
  'Summit Ski Resorts',
  'Juniper Hotels',
  'Old Mill Paper',
  'Riverbend Transit',
  'Golden Grain Elevators',
  'Highland Steel',
  'Coral Bay Cruises',
  'Pinecrest Nursing',
  'Whitewater Utilities',
  'Amber Glassworks',
  'Foxglove Florists',
  'Clearwater Pools',
  'Bramble Wine Estates',
  'City of Eastmarch',
  'County of Willow Bend',
  'Town of Saltmarsh',
  'Village of Kettle Falls',
  'Port of Gull Harbor',
  'Metro Fire Authority',
  'Regional Water Board',
  'Parks and Trails District',
  'Postal Facilities East',
  'Postal Facilities West',
  'Forest Lands Service',
  'Veterans Campus Kitchens',
  'Nuclear Site Remediation',
  'Coal Workers Registry',
  'Harvest Moon Farms',
  'Lantern Electric',
  'Twin Rivers Casino',
  'Oxbow Trucking',
  'Kingfisher Printing',
  'Larkspur Cleaning',
  'Sandstone Quarries',
  'Thistle Wool Mills',
  'Cobalt Chemicals',
  'Marigold Catering',
  'Dovetail Joinery',
  'Windrose Aviation',
  'Pebble Creek Stores',
  'Hollow Oak Distilling',
  'Mulberry Textiles',
] as const
